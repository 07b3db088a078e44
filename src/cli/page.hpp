// SPDX-License-Identifier: Apache-2.0
// Web pages that stand alone: one file, no network, the same look for all of them.
//
// A page is a frame (html_page) around a body.  Its styles and scripts are files of src/cli/web/, embedded at build
// time together with their hashes; the Content-Security-Policy of the frame admits these files and nothing else.  So
// even a fault in escaping runs no foreign code, and no page can ask the network for anything.  Three consequences for
// authors:
//
//   * no style="..." or on...="..." attributes: the policy ignores them.  Use the classes of page.css;
//   * a picture, such as a chart in SVG, comes in as an image: data_image();
//   * text from outside goes through escape_html(), or as data through json_block() to a script that sets textContent.
//
// To add a file: put it into src/cli/web/ and declare it below under its name with _ for the dot.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace tessera::cli {

struct WebFile {
    std::string_view text;
    std::string_view hash;  // "sha256-...", as a policy wants it
};

namespace web {
extern const WebFile page_css;  // colours, type, cards, tables, figures; light and dark
extern const WebFile scale_css;  // figures set in large type, warnings
extern const WebFile viewer_css;   // the board and its controls
extern const WebFile viewer_html;  // the body of the viewer
extern const WebFile viewer_js;
}  // namespace web

struct Page {
    std::string title;                                  // plain text
    std::string body;                                   // HTML
    std::initializer_list<const WebFile*> styles = {};  // besides page.css
    std::initializer_list<const WebFile*> scripts = {};
};

// The whole file.
[[nodiscard]] std::string html_page(const Page& page);

// Text as it may stand between tags and in quoted attributes.
[[nodiscard]] std::string escape_html(std::string_view text);

// <script type="application/json" id="...">: data for a script to read; never run.  `json` must be JSON; what could end
// the element or a line in it is escaped.
[[nodiscard]] std::string json_block(std::string_view id, std::string_view json);

// <img> with the picture inside.  `type` such as "image/svg+xml"; `description` is plain text for those who cannot see
// it.
[[nodiscard]] std::string data_image(std::string_view type, std::string_view bytes, std::string_view description);

}  // namespace tessera::cli
