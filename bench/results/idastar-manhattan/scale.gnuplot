# Draws speedup.svg and speedup.png from summary.csv:  gnuplot scale.gnuplot
array series[2] = ['idastar manhattan', 'boards at once: idastar manhattan']
array limits[2] = ['machine: compute', 'machine: memory']
array bars[4] = ['1', '2', '1', '2']
array groups[2] = ['idastar manhattan', 'idastar manhattan (boar~']
array middles[2] = [1.5, 3.5]
thread_tics = '(1, 2)'
least_threads = 1
most_threads = 2
top = 2.285
highest = 110.0
bars_are = ''

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
