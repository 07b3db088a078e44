// SPDX-License-Identifier: Apache-2.0
#include "mpi/order.hpp"

#include <utility>

namespace tessera::mpi {

namespace {

// One list of what travels, for both directions: `pass` writes or reads each of them.
template <class O, class Pass>
void pass_all(O& order, Pass pass) {
    auto& [choice, instance, settings] = order;
    pass(choice.domain), pass(choice.algorithm), pass(choice.heuristic), pass(choice.size), pass(choice.goal);
    pass(choice.blank_first), pass(choice.metric), pass(choice.goal_cells), pass(choice.want_steps);
    pass(instance.id), pass(instance.text), pass(instance.place.source), pass(instance.place.line);
    pass(instance.place.column), pass(instance.known_optimum);
    pass(settings.threads), pass(settings.processors), pass(settings.ownership), pass(settings.pruning);
    pass(settings.limits), pass(settings.seed), pass(settings.shuffle_moves);
}

}  // namespace

Bytes encode(const Order& order) {
    ByteWriter writer;
    pass_all(order, [&]<class T>(const T& value) {
        if constexpr (std::is_same_v<T, std::string>)
            writer.add_text(value);
        else
            writer.add(value);
    });
    return std::move(writer.bytes());
}

Order decode_order(ByteReader reader) {
    Order order;
    pass_all(order, [&]<class T>(T& value) {
        if constexpr (std::is_same_v<T, std::string>)
            value = reader.take_text();
        else
            value = reader.take<T>();
    });
    return order;
}

}  // namespace tessera::mpi
