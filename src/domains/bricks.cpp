// SPDX-License-Identifier: Apache-2.0
#include "tessera/domains/bricks.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

namespace tessera {

namespace {

constexpr int row_step[4] = {-1, 1, 0, 0};  // up, down, left, right
constexpr int col_step[4] = {0, 0, -1, 1};

Bricks::Mask bit(int cell) { return static_cast<Bricks::Mask>(1) << cell; }

// Cells relative to the anchor.
using Outline = std::vector<std::pair<int, int>>;

}  // namespace

Bricks::Bricks(const BrickLayout& layout)
    : grid_(layout.grid), rule_(layout.goal_cells), metric_(layout.metric) {
    std::map<int, std::vector<int>> cells_by_number;
    for (int cell = 0; cell < grid_.cells(); ++cell) {
        const int number = layout.matrix[static_cast<std::size_t>(cell)];
        if (number == 1) walls_ |= bit(cell);
        else if (number == -1) goal_ |= bit(cell);
        else if (number >= 2) cells_by_number[number].push_back(cell);
    }
    assert(cells_by_number.count(2) == 1 && cells_by_number.size() <= max_bricks);

    // The master is a shape of its own, even if another brick looks like it.
    std::vector<Outline> outlines;
    std::map<Outline, std::size_t> shape_by_outline;
    std::vector<std::vector<Cell>> anchors_by_shape;
    for (const auto& [number, cells] : cells_by_number) {
        const int anchor = cells.front();
        Outline outline;
        for (const int cell : cells)
            outline.emplace_back(grid_.row(cell) - grid_.row(anchor), grid_.col(cell) - grid_.col(anchor));
        std::size_t shape = outlines.size();
        if (number > 2) {
            const auto [known, fresh] = shape_by_outline.try_emplace(outline, shape);
            shape = known->second;
        }
        if (shape == outlines.size()) {
            outlines.push_back(outline);
            anchors_by_shape.emplace_back();
        }
        anchors_by_shape[shape].push_back(static_cast<Cell>(anchor));
    }
    for (const Outline& outline : outlines) {
        std::vector<Mask> masks(static_cast<std::size_t>(grid_.cells()));
        for (int anchor = 0; anchor < grid_.cells(); ++anchor) {
            Mask mask = 0;
            bool inside = true;
            for (const auto& [dr, dc] : outline) {
                const int row = grid_.row(anchor) + dr;
                const int col = grid_.col(anchor) + dc;
                inside &= row >= 0 && row < grid_.rows && col >= 0 && col < grid_.cols;
                if (inside) mask |= bit(grid_.cell(row, col));
            }
            masks[static_cast<std::size_t>(anchor)] = inside ? mask : 0;
        }
        masks_.push_back(std::move(masks));
    }
    std::size_t place = 0;
    for (std::size_t shape = 0; shape < anchors_by_shape.size(); ++shape) {
        std::sort(anchors_by_shape[shape].begin(), anchors_by_shape[shape].end());
        for (const Cell anchor : anchors_by_shape[shape]) {
            start_.anchors[place++] = anchor;
            shape_of_.push_back(static_cast<std::uint8_t>(shape));
        }
    }

    // Breadth-first from every place in which the master covers the goal; moves can be undone.
    master_distance_.assign(static_cast<std::size_t>(grid_.cells()), unreachable);
    std::vector<Cell> layer;
    for (int anchor = 0; anchor < grid_.cells(); ++anchor) {
        const Mask mask = cells_of(0, static_cast<Cell>(anchor));
        if (mask == 0 || (mask & walls_) != 0 || (goal_ & ~mask) != 0) continue;
        master_distance_[static_cast<std::size_t>(anchor)] = 0;
        layer.push_back(static_cast<Cell>(anchor));
    }
    for (Cost d = 1; !layer.empty(); ++d) {
        std::vector<Cell> next;
        for (const Cell anchor : layer)
            slide(0, anchor, walls_, [&](Cell to) {
                if (master_distance_[to] != unreachable) return;
                master_distance_[to] = d;
                next.push_back(to);
            });
        layer = std::move(next);
    }
}

bool Bricks::shifted(int shape, Cell anchor, int direction, Cell& to) const noexcept {
    const int row = grid_.row(anchor) + row_step[direction];
    const int col = grid_.col(anchor) + col_step[direction];
    if (row < 0 || row >= grid_.rows || col < 0 || col >= grid_.cols) return false;
    to = static_cast<Cell>(grid_.cell(row, col));
    return cells_of(shape, to) != 0;
}

template <class Reach>
void Bricks::slide(int shape, Cell from, Mask blocked, Reach reach) const {
    const auto free_step = [&](Cell at, int direction, Cell& to) {
        return shifted(shape, at, direction, to) && (cells_of(shape, to) & blocked) == 0;
    };
    Cell to = 0;
    if (metric_ != BrickMetric::any) {
        for (int direction = 0; direction < 4; ++direction) {
            Cell at = from;
            while (free_step(at, direction, to)) {
                reach(to);
                at = to;
                if (metric_ == BrickMetric::step) break;
            }
        }
        return;
    }
    Mask seen = bit(from);
    std::vector<Cell> waiting{from};
    while (!waiting.empty()) {
        const Cell at = waiting.back();
        waiting.pop_back();
        for (int direction = 0; direction < 4; ++direction)
            if (free_step(at, direction, to) && (seen & bit(to)) == 0) {
                seen |= bit(to);
                reach(to);
                waiting.push_back(to);
            }
    }
}

Bricks::Mask Bricks::occupied(const State& s) const noexcept {
    Mask mask = 0;
    for (std::size_t i = 0; i < shape_of_.size(); ++i) mask |= cells_of(shape_of_[i], s.anchors[i]);
    return mask;
}

Bricks::Mask Bricks::obstacles(const State& s, int shape, Cell anchor) const noexcept {
    const Mask gates = rule_ == GoalCells::gate && shape != 0 ? goal_ : 0;
    return (occupied(s) & ~cells_of(shape, anchor)) | walls_ | gates;
}

std::vector<Bricks::Move> Bricks::moves(const State& s) const {
    std::vector<Move> list;
    for (std::size_t i = 0; i < shape_of_.size(); ++i) {
        const std::uint8_t shape = shape_of_[i];
        const Cell from = s.anchors[i];
        slide(shape, from, obstacles(s, shape, from), [&](Cell to) { list.push_back({shape, from, to}); });
    }
    return list;
}

// The anchors of one shape stay sorted: the moved one travels to its new place in the list.
Bricks::State Bricks::apply(const State& s, Move m) const noexcept {
    State t = s;
    std::size_t i = 0;
    while (shape_of_[i] != m.shape || t.anchors[i] != m.from) ++i;
    t.anchors[i] = m.to;
    const auto same_shape = [&](std::size_t j) { return j < shape_of_.size() && shape_of_[j] == m.shape; };
    for (; i > 0 && same_shape(i - 1) && t.anchors[i - 1] > t.anchors[i]; --i) std::swap(t.anchors[i - 1], t.anchors[i]);
    for (; same_shape(i + 1) && t.anchors[i] > t.anchors[i + 1]; ++i) std::swap(t.anchors[i], t.anchors[i + 1]);
    return t;
}

std::uint64_t Bricks::hash(const State& s) const noexcept {
    std::uint64_t sum = 0;
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < shape_of_.size(); ++i) {
        word = word << 8 | s.anchors[i];
        if (i % 8 == 7) sum = mix_bits(sum ^ word);
    }
    return mix_bits(sum ^ word);
}

int Bricks::number_of(const State& s, Move m) const noexcept {
    if (m.shape == 0) return 2;
    int number = 3;
    for (std::size_t i = 1; i < shape_of_.size(); ++i) number += s.anchors[i] < m.from;
    return number;
}

std::vector<int> Bricks::matrix(const State& s) const {
    std::vector<int> cells(static_cast<std::size_t>(grid_.cells()));
    for (int cell = 0; cell < grid_.cells(); ++cell)
        cells[static_cast<std::size_t>(cell)] = (walls_ & bit(cell)) != 0 ? 1 : (goal_ & bit(cell)) != 0 ? -1 : 0;
    for (std::size_t i = 0; i < shape_of_.size(); ++i) {
        const int number = number_of(s, {shape_of_[i], s.anchors[i], s.anchors[i]});
        for (int cell = 0; cell < grid_.cells(); ++cell)
            if ((cells_of(shape_of_[i], s.anchors[i]) & bit(cell)) != 0) cells[static_cast<std::size_t>(cell)] = number;
    }
    return cells;
}

// Breadth-first for the one brick, so that the way shown is a shortest one.
std::vector<Cell> Bricks::way(const State& s, Move m) const {
    const Mask blocked = obstacles(s, m.shape, m.from);
    std::map<Cell, Cell> came_from{{m.from, m.from}};
    std::vector<Cell> layer{m.from};
    while (!layer.empty() && came_from.count(m.to) == 0) {
        std::vector<Cell> next;
        for (const Cell at : layer)
            for (int direction = 0; direction < 4; ++direction)
                if (Cell to = 0; shifted(m.shape, at, direction, to) && (cells_of(m.shape, to) & blocked) == 0 &&
                                 came_from.try_emplace(to, at).second)
                    next.push_back(to);
        layer = std::move(next);
    }
    std::vector<Cell> anchors;
    for (Cell at = m.to; at != m.from; at = came_from.at(at)) anchors.push_back(at);
    std::reverse(anchors.begin(), anchors.end());
    return anchors;
}

}  // namespace tessera
