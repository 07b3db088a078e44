// SPDX-License-Identifier: Apache-2.0
#include "cli/page.hpp"

namespace tessera::cli {

namespace {

std::string base64(std::string_view bytes) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t begin = 0; begin < bytes.size(); begin += 3) {
        const std::string_view part = bytes.substr(begin, 3);
        unsigned word = 0;
        for (std::size_t i = 0; i < 3; ++i)
            word = word << 8 | (i < part.size() ? static_cast<unsigned char>(part[i]) : 0u);
        for (std::size_t i = 0; i < 4; ++i) text += i <= part.size() ? letters[word >> (18 - 6 * i) & 63] : '=';
    }
    return text;
}

std::string policy(const Page& page) {
    std::string styles = "'" + std::string(web::page_css.hash) + "'";
    for (const WebFile* file : page.styles) styles += " '" + std::string(file->hash) + "'";
    std::string scripts;
    for (const WebFile* file : page.scripts) scripts += " '" + std::string(file->hash) + "'";
    return "default-src 'none'; style-src " + styles + "; script-src" + (scripts.empty() ? " 'none'" : scripts) +
           "; img-src data:; base-uri 'none'; form-action 'none'";
}

std::string element(std::string_view name, const WebFile& file) {
    return "<" + std::string(name) + ">" + std::string(file.text) + "</" + std::string(name) + ">\n";
}

}  // namespace

std::string escape_html(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        if (c == '&')
            safe += "&amp;";
        else if (c == '<')
            safe += "&lt;";
        else if (c == '>')
            safe += "&gt;";
        else if (c == '"')
            safe += "&quot;";
        else if (c == '\'')
            safe += "&#39;";
        else
            safe += c;
    }
    return safe;
}

// Within JSON the signs of markup occur in strings alone, where they may be written as numbers.
std::string json_block(std::string_view id, std::string_view json) {
    std::string text = "<script type=\"application/json\" id=\"" + escape_html(id) + "\">";
    for (std::size_t i = 0; i < json.size(); ++i) {
        if (json[i] == '<')
            text += "\\u003c";
        else if (json[i] == '>')
            text += "\\u003e";
        else if (json[i] == '&')
            text += "\\u0026";
        else if (json.substr(i, 3) == "\xE2\x80\xA8")
            text += "\\u2028", i += 2;
        else if (json.substr(i, 3) == "\xE2\x80\xA9")
            text += "\\u2029", i += 2;
        else
            text += json[i];
    }
    return text + "</script>\n";
}

std::string data_image(std::string_view type, std::string_view bytes, std::string_view description) {
    return "<img alt=\"" + escape_html(description) + "\" src=\"data:" + escape_html(type) + ";base64," +
           base64(bytes) + "\">";
}

std::string html_page(const Page& page) {
    std::string html =
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
        policy(page) +
        "\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<title>" +
        escape_html(page.title) + "</title>\n" + element("style", web::page_css);
    for (const WebFile* file : page.styles) html += element("style", *file);
    html += "</head>\n<body>\n" + page.body;
    for (const WebFile* file : page.scripts) html += element("script", *file);
    return html + "</body>\n</html>\n";
}

}  // namespace tessera::cli
