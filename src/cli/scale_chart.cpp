// SPDX-License-Identifier: Apache-2.0
// The chart of a scaling measurement: speedup, efficiency, and where the time went.
#include "cli/scale.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::cli {

namespace {

// Draws from summary.csv alone; the lines before it say which series there are and in which words to show them.
// Colours are told apart by people who see few of them (Okabe and Ito 2008).
constexpr std::string_view body = R"(
set datafile separator comma columnheaders
array colour[7] = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00', '#56B4E9', '#000000']
in(label, value) = strcol('label') eq label ? value : NaN
percent = 100.0

do for [kind in 'svg png'] {
  if (kind eq 'svg') {
    set terminal svg size 1320,470 dynamic enhanced font 'DejaVu Sans,14' background rgb 'white'
  } else {
    set terminal pngcairo size 2640,940 enhanced font 'DejaVu Sans,14' fontscale 1.6 linewidth 2 pointscale 1.6 background rgb 'white'
  }
  set output 'speedup.'.kind
  set multiplot layout 1,3 margins 0.05,0.985,0.27,0.88 spacing 0.065,0
  set border 3 lc rgb '#777777'
  set tics nomirror textcolor rgb '#333333'
  set grid ytics lc rgb '#e4e4e4' lt 1
  set xtics 1 @thread_tics

  # Two panels share one legend below them; the third has its own.
  set key at screen 0.05, screen 0.15 left top vertical maxrows 3 Left reverse noenhanced samplen 2 font ',12'
  set label 1 'Speedup' at graph 0, screen 0.94 font ',17' front
  set xlabel 'threads' offset 0,0.3
  set xrange [least_threads - 0.25 : most_threads + 0.25]
  set yrange [0 : top]
  plot x title 'ideal' lc rgb '#999999' dt 2 lw 1.5, \
    for [i = 1:|limits|] 'summary.csv' using (in(limits[i], column('threads'))):(column('speedup')) \
      with linespoints pt 0 dt i + 2 lw 2 lc rgb '#666666' title limits[i], \
    for [i = 1:|series|] 'summary.csv' using (in(series[i], column('threads'))):(column('speedup')):(column('speedup_least')):(column('speedup_most')) \
      with yerrorbars pt 7 ps 0.01 lw 1.5 lc rgb colour[(i - 1) % 7 + 1] notitle, \
    for [i = 1:|series|] 'summary.csv' using (in(series[i], column('threads'))):(column('speedup')) \
      with linespoints pt 7 ps 0.8 lw 2.5 lc rgb colour[(i - 1) % 7 + 1] title series[i]

  unset key
  set label 1 'Efficiency'
  set yrange [0 : highest]
  set format y '%g %%'
  plot percent lc rgb '#999999' dt 2 lw 1.5, \
    for [i = 1:|limits|] 'summary.csv' using (in(limits[i], column('threads'))):(percent * column('efficiency')) \
      with linespoints pt 0 dt i + 2 lw 2 lc rgb '#666666', \
    for [i = 1:|series|] 'summary.csv' using (in(series[i], column('threads'))):(percent * column('efficiency')):(percent * column('speedup_least') / column('threads')):(percent * column('speedup_most') / column('threads')) \
      with yerrorbars pt 7 ps 0.01 lw 1.5 lc rgb colour[(i - 1) % 7 + 1], \
    for [i = 1:|series|] 'summary.csv' using (in(series[i], column('threads'))):(percent * column('efficiency')) \
      with linespoints pt 7 ps 0.8 lw 2.5 lc rgb colour[(i - 1) % 7 + 1]

  set key at screen 0.72, screen 0.15 left top vertical maxrows 2 Left reverse noenhanced samplen 2 font ',12'
  set label 1 'Where the time of all threads went'
  set yrange [0 : 100]
  set xlabel bars_are
  set xrange [0.4 : |bars| + 0.6]
  set style fill solid 1 noborder
  set boxwidth 0.62
  unset xtics
  bar_font = |bars| > 6 ? ',10' : ',12'
  set xtics nomirror noenhanced font bar_font
  do for [i = 1:|bars|] { set xtics add (bars[i] i) }
  # Under the bars of one series its name, in its colour.
  do for [i = 1:|groups|] {
    set label (10 + i) groups[i] at first (middles[i]), graph -0.125 center noenhanced font ',10' textcolor rgb colour[(i - 1) % 7 + 1]
  }
  positive(x) = x > 0 ? x : 0
  useful(x) = percent * positive(column('useful'))
  extra(x) = useful(0) + percent * positive(column('extra_nodes'))
  slower(x) = extra(0) + percent * positive(column('slower_nodes'))
  waiting(x) = slower(0) + percent * positive(column('waiting'))
  bar(n) = column(0) < |bars| ? column(0) + 1 : NaN
  plot 'summary.csv' using (bar(0)):(waiting(0)) with boxes lc rgb '#d9d9d9' title 'waiting', \
       '' using (bar(0)):(slower(0)) with boxes lc rgb '#E69F00' title 'slower nodes', \
       '' using (bar(0)):(extra(0)) with boxes lc rgb '#D55E00' title 'additional nodes', \
       '' using (bar(0)):(useful(0)) with boxes lc rgb '#0072B2' title 'work of one thread'
  unset multiplot
  do for [i = 1:|groups|] { unset label (10 + i) }
  unset label 1
  unset format
  unset boxwidth
  set output
}
)";

std::string single_quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? "''" : std::string(1, c);
    return out + "'";
}

std::string list_of(const std::string& name, const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + single_quoted(word);
    // gnuplot knows no empty lists; a name that no row has does the same.
    return fmt::format("array {}[{}] = [{}]\n", name, std::max<std::size_t>(1, words.size()),
                       words.empty() ? "'-'" : text);
}

// Names short enough to stand side by side below the bars.
std::vector<std::string> shortened(std::vector<std::string> names) {
    for (std::string& name : names) {
        if (name.starts_with("boards at once: ")) name = name.substr(16) + " (boards)";
        if (name.size() > 24) name = name.substr(0, 23) + "~";
    }
    return names;
}

}  // namespace

std::string scale_chart_script(const ScaleReport& report) {
    std::vector<std::string> series, limits, bars, ticks;
    std::vector<std::size_t> sizes;  // bars of each series
    unsigned least = 1, most = 1;
    double top = 1, highest = 1;
    const auto add = [](std::vector<std::string>& list, const std::string& word) {
        if (std::find(list.begin(), list.end(), word) == list.end()) list.push_back(word);
    };
    for (const ScaleRow& row : report.rows) add(row.of.is_limit() ? limits : series, row.of.series());
    sizes.resize(series.size());
    for (const ScaleRow& row : report.rows) {
        least = std::min(least, row.of.threads);
        most = std::max(most, row.of.threads);
        top = std::max({top, row.speedup_most, static_cast<double>(row.of.threads)});
        highest = std::max(highest, row.speedup_most / row.of.threads);
        add(ticks, std::to_string(row.of.threads));
        if (row.of.is_limit()) continue;
        bars.push_back(std::to_string(row.of.threads));
        ++sizes[static_cast<std::size_t>(std::find(series.begin(), series.end(), row.of.series()) - series.begin())];
    }
    std::string text = "# Draws speedup.svg and speedup.png from summary.csv:  gnuplot scale.gnuplot\n";
    text += list_of("series", series) + list_of("limits", limits) + list_of("bars", bars);
    text += list_of("groups", series.size() > 1 ? shortened(series) : std::vector<std::string>{""});
    std::string middles;
    double begin = 1;
    for (const std::size_t size : sizes) {
        middles += fmt::format("{}{}", middles.empty() ? "" : ", ", begin + (static_cast<double>(size) - 1) / 2);
        begin += static_cast<double>(size);
    }
    text += fmt::format("array middles[{}] = [{}]\n", sizes.size(), middles);
    std::string tics;
    for (const std::string& tick : ticks) tics += (tics.empty() ? "" : ", ") + tick;
    text += fmt::format(
        "thread_tics = '({})'\nleast_threads = {}\nmost_threads = {}\ntop = {:.3f}\nhighest = {:.1f}\nbars_are = '{}'\n", tics,
        least, most, top * 1.08, std::max(110.0, highest * 104), series.size() > 1 ? "" : "threads");
    return text + std::string(body);
}

}  // namespace tessera::cli
