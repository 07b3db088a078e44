// SPDX-License-Identifier: Apache-2.0
// Lines of JSON, as `tessera view` puts them on its page: whatever they hold, nothing in the block ends it early.
#include "cli/page.hpp"
#include "cli/scene.hpp"
#include "fuzz/fuzz.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

void tessera::fuzz::one_input(std::string_view bytes) {
    const auto answer = nlohmann::json::parse(bytes, nullptr, false);
    if (answer.is_discarded()) return;
    try {
        const nlohmann::json scene = cli::scene_of(answer);
        const std::string block = cli::json_block("answers", scene.dump());
        if (std::count(block.begin(), block.end(), '<') != 2 || std::count(block.begin(), block.end(), '>') != 2 ||
            block.find("\xE2\x80\xA8") != std::string::npos)
            std::abort();
        // What the page reads is what was meant.
        const std::size_t begin = block.find('>') + 1;
        if (nlohmann::json::parse(block.substr(begin, block.rfind("</script>") - begin)) != scene) std::abort();
    } catch (const cli::Wrong& wrong) {
        require_clean(std::runtime_error(wrong.reason));
    } catch (const cli::Damaged& damaged) {
        require_clean(std::runtime_error(damaged.reason));
    } catch (const cli::Foreign& foreign) {
        require_clean(std::runtime_error(foreign.reason));
    }
}
