// SPDX-License-Identifier: GPL-2.0-or-later

/// Cases of several sources together: the tokens that follow from them by the number of their source, and findings.
let tokenAdditions = ##"""
  {"a":{"$type":"number","$value":1}}
  - nothing

  {"a":{"$type":"number","$value":1}}
  {"b":{"$type":"number","$value":1}}
  - nothing

  {"a":{"$type":"number","$value":1}}
  {"a":{"$type":"number","$value":2}}
  - nothing

  {"a":{"$value":1}}
  {"a":{"b":{"$value":1}}}
  - 1: constants a = absent by @a.b

  {"a":{"b":{"$value":1},"c":{"d":{"$value":1}}}}
  {"a":{"$value":1}}
  - 1: constants a.b = absent by @a
  - 1: constants a.c.d = absent

  {"a":{"$value":1}}
  {"a":{"b":{"$value":1}}}
  {"a":{"$value":2}}
  - 2: constants a.b = absent by @a

  {"a":{"b":{"$value":1}}}
  {"a":{"$value":1}}
  {"a":{"b":{"$value":2}}}
  - 2: constants a = absent by @a.b

  {"a":{"$value":1}}
  {"a":{}}
  - 1: constants a = absent by @a

  {"a":{"t":{"$value":1}},"b":{"$extends":"{a}"}}
  - 0: constants b.t = @a.t

  {"a":{"t":{"$value":1}},"b":{"$extends":"#/a"}}
  - 0: constants b.t = @a.t

  {"a":{"t":{"$value":1},"u":{"$value":1}},"b":{"$extends":"{a}","t":{"$value":2}}}
  - 0: constants b.u = @a.u

  {"a":{"$type":"number","t":{"$value":1}},"b":{"$extends":"{a}","u":{"$value":2}}}
  - 0: ownTypes b = @ownTypes a
  - 0: constants b.t = @a.t

  {"a":{"$type":"number","t":{"$value":1}},"b":{"$type":"color","$extends":"{a}","u":{"$value":2}}}
  - 0: constants b.t = @a.t

  {"a":{"$root":{"$value":1}},"b":{"$extends":"{a}"}}
  - 0: constants b.$root = @a.$root

  {"a":{"g":{"t":{"$value":1},"u":{"$value":1}}},"b":{"$extends":"{a}","g":{"t":{"$value":2},"v":{"$value":3}}}}
  - 0: constants b.g.u = @a.g.u

  {"a":{"g":{"t":{"$value":1}}},"b":{"$extends":"{a}","g":{"$value":2}}}

  {"a":{"g":{"$value":1}},"b":{"$extends":"{a}","g":{"t":{"$value":2}}}}

  {"a":{"t":{"$value":1}},"b":{"$extends":"{a}","u":{"$value":1}},"c":{"$extends":"{b}"}}
  - 0: constants b.t = @a.t
  - 0: constants c.u = @b.u
  - 0: constants c.t = @a.t

  {"a":{"t":{"$value":1}},"x":{"y":{"$extends":"{a}"}},"c":{"$extends":"{x}"}}
  - 0: constants x.y.t = @a.t
  - 0: constants c.y.t = @a.t

  {"a":{"t":{"$value":1}},"x":{"y":{"$extends":"{a}"}},"c":{"$extends":"{x.y}"}}
  - 0: constants x.y.t = @a.t
  - 0: constants c.t = @a.t

  {"a":{"t":{"$value":1}},"x":{"y":{"u":{"$value":1}}},"c":{"$extends":"{x}","y":{"$extends":"{a}"}}}
  - 0: constants c.y.t = @a.t
  - 0: constants c.y.u = @x.y.u

  {"p":{"t":{"$value":0}},"a":{"g":{"$extends":"{p}"}},"q":{"t":{"$value":1}},"b":{"$extends":"{a}","g":{"$extends":"{q}"}}}
  - 0: constants a.g.t = @p.t
  - 0: constants b.g.t = @q.t

  {"a":{"t":{"$value":1}},"b":{"$extends":"{a}"},"c":{"$extends":"{b.t}"}}
  - 0: constants b.t = @a.t
  - error LV1011 of c at 0: "{b.t}": `b.t` is a token, and only groups can be extended

  {"a":{"g":{"t":{"$value":1}}},"b":{"$extends":"{a}"},"c":{"$extends":"{b.g}"}}
  - 0: constants b.g.t = @a.g.t
  - 0: constants c.t = @a.g.t

  {"a":{"t":{"$value":1}},"b":{"$extends":"{a}"}}
  {"b":{"t":{"$value":2}}}

  {"a":{"t":{"$value":1}}}
  {"b":{"$extends":"{a}"}}
  - 1: constants b.t = @a.t

  {"b":{"$extends":"{a}"},"a":{"t":{"$value":1}},"c":{"t":{"$value":1}}}
  {"b":{"$extends":"{c}"}}
  - 1: constants b.t = @c.t

  {"b":{"$extends":"{a}"},"a":{"t":{"$value":1}}}
  {"b":{"u":{"$value":1}}}
  - 0: constants b.t = @a.t

  {"b":{"$extends":"{b}","t":{"$value":1}}}
  - error LV1011 of b at 0: "{b}": a group cannot extend itself

  {"b":{"c":{"$extends":"{b}"},"t":{"$value":1}}}
  - error LV1011 of b.c at 0: "{b}": a group cannot extend a group around it or within it

  {"b":{"$extends":"{b.c}","c":{"t":{"$value":1}}}}
  - error LV1011 of b at 0: "{b.c}": a group cannot extend a group around it or within it

  {"b":{"$extends":"{bb}"},"bb":{"t":{"$value":1}}}
  - 0: constants b.t = @bb.t

  {"bb":{"$extends":"{b}"},"b":{"t":{"$value":1}}}
  - 0: constants bb.t = @b.t

  {"$extends":"{a}","a":{"t":{"$value":1}}}
  - error LV1011 of  at 0: "{a}": a group cannot extend a group around it or within it

  {"b":{"$extends":"{gone}","t":{"$value":1}}}
  - error LV1011 of b at 0: "{gone}": there is no group `gone`

  {"b":{"$extends":"{t}"},"t":{"$value":1}}
  - error LV1011 of b at 0: "{t}": `t` is a token, and only groups can be extended

  {"a":{"$extends":"{b}","t":{"$value":1}},"b":{"$extends":"{a}","u":{"$value":2}}}
  - error LV1002 of a at 0: "{b}": the groups `a`, `b` extend each other; `a` extends `b` here; `b` extends `a` here

  {"a":{"$extends":"{b}"},"b":{"$extends":"{c}"},"c":{"$extends":"{a}"},"d":{"$extends":"{a}","t":{"$value":1}}}
  - error LV1002 of a at 0: "{b}": the groups `a`, `b`, `c` extend each other; `a` extends `b` here; `b` extends `c` here; `c` extends `a` here

  {"a":{"$extends":"{b}"}}
  {"b":{"$extends":"{a}","t":{"$value":1}}}
  - error LV1002 of a at 0: "{b}": the groups `a`, `b` extend each other; `a` extends `b` here; `b` extends `a` here

  {"a":{"x":{"$extends":"{b}"}},"b":{"y":{"$extends":"{a}"}}}
  - error LV1002 of a.x at 0: "{b}": the groups `a.x`, `b.y` extend each other; `a.x` extends `b` here; `b.y` extends `a` here

  {"a":{"x":{"$extends":"{b.y}"}},"b":{"$extends":"{a}"}}
  - error LV1011 of a.x at 0: "{b.y}": there is no group `b.y`

  {"a":{"$extends":"{b.x}"},"b":{"$extends":"{a}"}}
  - error LV1002 of a at 0: "{b.x}": the groups `a`, `b` extend each other; `a` extends `b.x` here; `b` extends `a` here

  {"a":{"$ref":"#/t"},"t":{"$value":1}}

  {"a":{"$ref":"#/g"},"g":{"t":{"$value":1}}}
  - 0: constants a = absent
  - 0: constants a.t = @g.t

  {"a":{"$ref":"#/g","u":{"$value":2}},"g":{"t":{"$value":1}}}
  - 0: constants a = absent
  - 0: constants a.t = @g.t

  {"a":{"$ref":"#/t","u":{"$value":2}},"t":{"$value":1}}
  - 0: constants a.u = absent
  - error LV1014 of a at 0: "#/t": this refers to a token, so that the members beside it do not count

  {"a":{"$ref":"#/gone"},"t":{"$value":1}}

  {"a":{"$ref":"#/gone","u":{"$value":1}},"t":{"$value":1}}
  - 0: constants a = absent
  - error LV1022 of a at 0: "#/gone": nothing is at `gone`

  {"a":{"$ref":"#/b"},"b":{"$ref":"#/g"},"g":{"t":{"$value":1}}}
  - 0: constants a = absent
  - 0: constants b = absent
  - 0: constants a.t = @g.t
  - 0: constants b.t = @g.t

  {"a":{"$ref":"#/b"},"b":{"$ref":"#/t"},"t":{"$value":1}}

  {"a":{"$ref":"#/b"},"b":{"$ref":"#/a"}}

  {"a":{"$ref":"#/a"}}

  {"a":{"$ref":"#/b/t"},"b":{"$extends":"{g}"},"g":{"t":{"$value":1}}}
  - 0: constants b.t = @g.t

  {"a":{"g":{"t":{"$value":1}}},"b":{"$extends":"{a}","g":{"$ref":"#/x"}},"x":{"$value":2}}

  {"a":{"t":{"$value":1}},"b":{"$ref":"#/a"}}
  {"b":{"$value":1}}

  {"a":{"t":{"$value":1}},"b":{"$extends":"{a}","u":{"$value":1}}}
  {"b":{"$value":1}}
  - 1: constants b.u = absent by @b

  {"a":{"$value":1}}
  {"a":{"b":{"c":{"$value":1}}}}
  - 1: constants a = absent by @a.b.c

  {"a":{"t":{"$value":1}},"b":{"$value":1}}
  {"b":{"$ref":"#/a"}}
  - 1: constants b = absent
  - 1: constants b.t = @a.t

  {"a":{"t":{"$value":1}},"b":{"t":{"$value":2},"u":{"$value":3}}}
  {"b":{"$ref":"#/a"}}
  - 1: constants b = absent

  {"a":{"x":{"$extends":"{c}"},"t":{"$value":1}},"b":{"$extends":"{a}"},"c":{"y":{"$extends":"{b}"}}}
  - error LV1002 of a.x at 0: "{c}": the groups `a.x`, `b`, `c.y` extend each other; `a.x` extends `c` here; `b` extends `a` here; `c.y` extends `b` here
  """##
