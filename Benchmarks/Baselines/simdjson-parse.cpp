// SPDX-License-Identifier: GPL-2.0-or-later
//
// simdjson-parse FILE COUNT: walks a JSON text by simdjson's on-demand parser and notes for each key and value its kind and the
// bytes on which it stands, as Livery's parser does. Prints the nanoseconds of each walk. What has to be copied before, for
// simdjson's padding, is not counted.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <simdjson.h>
#include <vector>

using namespace simdjson;

struct Node {
  uint32_t start, end, next;
  uint8_t kind;
};

static const char *base;
static std::vector<Node> nodes;

static size_t add(std::string_view token, uint8_t kind) {
  uint32_t start = token.data() - base;
  nodes.push_back({start, uint32_t(start + token.size()), 0, kind});
  return nodes.size() - 1;
}

static void walk(ondemand::value value) {
  ondemand::json_type type = value.type();
  switch (type) {
  case ondemand::json_type::object: {
    size_t node = add(value.raw_json_token(), uint8_t(type));
    for (auto field : value.get_object()) {
      const char *key = field.key().value().raw();
      size_t place = add(std::string_view(key, 0), 0);
      walk(field.value());
      nodes[place].next = nodes.size();
    }
    nodes[node].next = nodes.size();
    break;
  }
  case ondemand::json_type::array: {
    size_t node = add(value.raw_json_token(), uint8_t(type));
    for (auto element : value.get_array()) walk(element.value());
    nodes[node].next = nodes.size();
    break;
  }
  default:
    add(value.raw_json_token(), uint8_t(type));
  }
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  padded_string text = padded_string::load(arguments[1]);
  ondemand::parser parser;
  base = text.data();
  try {
    for (int round = 0; round < atoi(arguments[2]); round++) {
      auto begin = std::chrono::steady_clock::now();
      nodes.clear();
      ondemand::document document = parser.iterate(text);
      walk(ondemand::value(document.get_value()));
      auto end = std::chrono::steady_clock::now();
      printf("%lld\n", (long long)std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin).count());
    }
  } catch (const simdjson_error &error) {
    fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  fprintf(stderr, "%zu nodes, %s\n", nodes.size(), get_active_implementation()->name().c_str());
}
