// SPDX-License-Identifier: GPL-2.0-or-later

/// Cases of one file each: its declarations, its findings, and the groups of its outline that inherit.
let tokenFiles = ##"""
  {}

  3
  - error shape of  at 3: write { "GROUP": { "TOKEN": { "$type": "number", "$value": 1 } } }

  [1]
  - error shape of  at [1]: write { "GROUP": { "TOKEN": { "$type": "number", "$value": 1 } } }

  "a"
  - error shape of  at "a": write { "GROUP": { "TOKEN": { "$type": "number", "$value": 1 } } }

  null
  - error shape of  at null: write { "GROUP": { "TOKEN": { "$type": "number", "$value": 1 } } }

  {"$value":1}
  - error shape of  at "$value": write { "NAME": { "$value": … } }

  {"$value":1,"$type":"number","a":{"$value":2}}
  - ownTypes  = "number"
  - constants a = typed(@types , 2)
  - error shape of  at "$value": write { "NAME": { "$value": … } }

  {"$schema":"https://example.org/s.json","a":{"$type":"number","$value":1}}
  - constants a = typed("number", 1)

  {"a":{"$schema":"x","b":{"$type":"number","$value":1}}}
  - constants a.b = typed("number", 1)
  - warning unknown-key of a at "$schema": remove it; the members are: $type, $description, $extends, $deprecated, $extensions, $root, $ref

  {"a":{"$type":"number","$value":1,"$rev":"#1"},"b":{"$rev":"7","$extent":"x"}}
  - constants a = typed("number", 1)
  - warning unknown-key of a at "$rev": did you mean `$ref`?
  - warning unknown-key of b at "$rev": did you mean `$ref`?
  - warning unknown-key of b at "$extent": did you mean `$extends`?

  {"a":{"$type":"number","$value":1}}
  - constants a = typed("number", 1)

  {"a":{"$value":1}}
  - constants a = typed(@types , 1)

  {"a":{"$type":"number","b":{"c":{"$value":1}}}}
  - ownTypes a = "number"
  - constants a.b.c = typed(@types a.b, 1)

  {"$type":"number","a":{"$value":1}}
  - ownTypes  = "number"
  - constants a = typed(@types , 1)

  {"a":{"$type":"number","$root":{"$value":1},"b":{"$value":2}}}
  - ownTypes a = "number"
  - constants a.$root = typed(@types a, 1)
  - constants a.b = typed(@types a, 2)

  {"a":{"$root":{"b":{"$type":"number","$value":1}}}}
  - error shape of a.$root at {"b":{"$type":"number","$value":1}}: write { "$value": … }

  {"a":{"$root":1}}
  - error shape of a.$root at 1: write { "$value": … } for a token, or name a file without tokens as `exclude` in livery.json

  {"$root":{"$type":"number","$value":1}}
  - constants $root = typed("number", 1)

  {"a":1}
  - error shape of a at 1: write { "$value": … } for a token, or name a file without tokens as `exclude` in livery.json

  {"a":{"b":"red"}}
  - error shape of a.b at "red": write { "$value": … } for a token, or name a file without tokens as `exclude` in livery.json

  {"a":[{"$value":1}]}
  - error shape of a at [{"$value":1}]: write { "$value": … } for a token, or name a file without tokens as `exclude` in livery.json

  {"a":null}
  - error shape of a at null: write { "$value": … } for a token, or name a file without tokens as `exclude` in livery.json

  {"a":{}}

  {"a":{"value":1}}
  - error shape of a at 1: did you mean `$value`?

  {"a":{"$type":"color","value":{"colorSpace":"srgb","components":[0,0,0]},"$description":"x"}}
  - error shape of a at {"colorSpace":"srgb","components":[0,0,0]}: did you mean `$value`?

  {"a":{"$type":"color","$valeu":{"colorSpace":"srgb","components":[0,0,0]}}}
  - error unknown-key of a at "$valeu": did you mean `$value`?

  {"a":{"type":"number","$Value":1}}
  - error unknown-key of a at "$Value": did you mean `$value`?

  {"a":{"value":{"b":{"$type":"number","$value":1}}}}
  - constants a.value.b = typed("number", 1)

  {"a":{"value":{}}}

  {"a":{"value":1,"b":{"$type":"number","$value":1}}}
  - constants a.b = typed("number", 1)
  - error shape of a.value at 1: write { "$value": … } for a token, or remove it

  {"":{"$type":"number","$value":1}}
  - error bad-name of  at "": rename it; groups within groups make names of several parts

  {"a":{"":{"b":{"$type":"number","$value":1}}}}
  - error bad-name of a. at "": rename it; groups within groups make names of several parts

  {"a.b":{"$type":"number","$value":1}}
  - error bad-name of a.b at "a.b": rename it; groups within groups make names of several parts

  {"{a":{"$type":"number","$value":1}}
  - error bad-name of {a at "{a": rename it; groups within groups make names of several parts

  {"a}":{"b":{"$type":"number","$value":1}}}
  - error bad-name of a} at "a}": rename it; groups within groups make names of several parts

  {"a b/c~d":{"$type":"number","$value":1}}
  - constants a b/c~d = typed("number", 1)

  {"\u00e9":{"$type":"number","$value":1},"e\u0301":{"$type":"number","$value":2}}
  - constants é = typed("number", 1)
  - constants é = typed("number", 2)

  {"A":{"$type":"number","$value":1},"a":{"$type":"number","$value":2}}
  - constants A = typed("number", 1)
  - constants a = typed("number", 2)

  {"$a":{"$type":"number","$value":1}}
  - error bad-name of $a at "$a": rename it

  {"a":{"$b":{"c":{"$value":1}}}}
  - error bad-name of a.$b at "$b": rename it

  {"a":{"$b":{"c":{"$ref":"#/x"}}}}
  - error bad-name of a.$b at "$b": rename it

  {"a":{"$b":{"c":{}}}}
  - warning unknown-key of a at "$b": remove it; the members are: $value, $ref, $type, $description, $extends, $deprecated, $extensions, $root

  {"a":{"$b":1,"c":{}}}
  - warning unknown-key of a at "$b": remove it; the members are: $type, $description, $extends, $deprecated, $extensions, $root, $ref

  {"a":{"$vlaue":1}}
  - error unknown-key of a at "$vlaue": did you mean `$value`?

  {"a":{"$type":"number","$Value":1}}
  - error unknown-key of a at "$Value": did you mean `$value`?

  {"a":{"$descripton":"x","b":{"$type":"number","$value":1}}}
  - constants a.b = typed("number", 1)
  - warning unknown-key of a at "$descripton": did you mean `$description`?

  {"a":{"$typ":"number","b":{"$value":1}}}
  - constants a.b = typed(@types a, 1)
  - error unknown-key of a at "$typ": did you mean `$type`?

  {"a":{"$typ":"number","b":{"$type":"number","$value":1},"c":{"$type":"number","d":{"$value":1}}}}
  - constants a.b = typed("number", 1)
  - ownTypes a.c = "number"
  - constants a.c.d = typed(@types a.c, 1)
  - warning unknown-key of a at "$typ": did you mean `$type`?

  {"a":{"type":"number","b":{"$value":1}}}
  - constants a.b = typed(@types a, 1)
  - error shape of a.type at "number": did you mean `$type`?

  {"a":{"$type":"number","$typ":"x","type":"x","description":"x","b":{"$value":1}}}
  - ownTypes a = "number"
  - constants a.b = typed(@types a, 1)
  - warning unknown-key of a at "$typ": did you mean `$type`?
  - error shape of a.type at "x": write { "$value": … } for a token, or remove it
  - error shape of a.description at "x": did you mean `$description`?

  {"a":{"$type":"number","$value":1,"$valu":2}}
  - constants a = typed("number", 1)
  - warning unknown-key of a at "$valu": did you mean `$value`?

  {"a":{"$type":"number","$value":1,"$extends":"{b}"}}
  - constants a = typed("number", 1)
  - warning unknown-key of a at "$extends": remove it; the members are: $value, $type, $description, $extensions, $deprecated, $ref

  {"a":{"$type":"number","$value":1,"type":"number"}}
  - constants a = typed("number", 1)
  - warning unknown-key of a at "type": remove it

  {"a":{"$type":"number","$value":1,"comment":3}}
  - constants a = typed("number", 1)
  - warning unknown-key of a at "comment": remove it

  {"a":{"$type":"number","$value":1,"b":{"$value":2}}}
  - constants a = typed("number", 1)
  - error shape of a at "b": move it out, or name the token `$root`, it is a token by this: "$value"

  {"a":{"$type":"number","$value":1,"b":{}}}
  - constants a = typed("number", 1)
  - error shape of a at "b": move it out, or name the token `$root`, it is a token by this: "$value"

  {"a":{"$type":"number","$value":1,"$root":{"$value":2}}}
  - constants a = typed("number", 1)
  - error shape of a at "$root": move it out, or name the token `$root`, it is a token by this: "$value"

  {"a":{"$type":3,"$value":1}}
  - constants a = invalid
  - error shape of a at 3: write one of: color, dimension, fontFamily, fontWeight, duration, cubicBezier, number, strokeStyle, border, transition, shadow, gradient, typography

  {"a":{"$type":null,"b":{"$value":1}}}
  - constants a.b = typed(@types a, 1)
  - error shape of a at null: write one of: color, dimension, fontFamily, fontWeight, duration, cubicBezier, number, strokeStyle, border, transition, shadow, gradient, typography

  {"a":{"$type":"nmber","$value":1}}
  - constants a = typed("nmber", 1)
  - warning unknown-type of a at "nmber": did you mean `number`?

  {"a":{"$type":"string","$value":"x"},"b":{"$type":"string","$value":"y"},"c":{"$type":"boolean","$value":true}}
  - constants a = typed("string", "x")
  - constants b = typed("string", "y")
  - constants c = typed("boolean", true)
  - warning unknown-type of a at "string": the types are: color, dimension, fontFamily, fontWeight, duration, cubicBezier, number, strokeStyle, border, transition, shadow, gradient, typography
  - warning unknown-type of c at "boolean": the types are: color, dimension, fontFamily, fontWeight, duration, cubicBezier, number, strokeStyle, border, transition, shadow, gradient, typography

  {"a":{"$type":"","$value":1}}
  - constants a = typed("", 1)
  - warning unknown-type of a at "": the types are: color, dimension, fontFamily, fontWeight, duration, cubicBezier, number, strokeStyle, border, transition, shadow, gradient, typography

  {"a":{"$description":3,"$deprecated":3,"$extensions":3,"b":{"$type":"number","$value":1,"$description":[],"$deprecated":{},"$extensions":"x"}}}
  - constants a.b = typed("number", 1)
  - warning shape of a at 3: write a text, or remove it
  - warning shape of a at 3: write true, false or a text, or remove it
  - warning shape of a at 3: write an object, or remove it
  - warning shape of a.b at []: write a text, or remove it
  - warning shape of a.b at {}: write true, false or a text, or remove it
  - warning shape of a.b at "x": write an object, or remove it

  {"a":{"$description":"x","$deprecated":true,"$extensions":{"org":{"$value":1}},"b":{"$type":"number","$value":1,"$description":"x","$deprecated":"use c","$extensions":{}}}}
  - constants a.b = typed("number", 1)

  {"a":{"$value":"{b}"}}
  - constants a = @b

  {"a":{"$value":"{b.c}","$type":"color"}}
  - constants a = typed("color", @b.c)

  {"a":{"$value":"{}","$type":"color"}}
  - constants a = typed("color", "{}")

  {"a":{"$value":"x {b} y","$type":"color"}}
  - constants a = typed("color", "x {b} y")

  {"a":{"$value":{"$ref":"#/b"}}}
  - constants a = @b

  {"a":{"$value":{"$ref":"#/b/$value"}}}
  - constants a = @b

  {"a":{"$value":{"$ref":"#/b/$value/components/0"},"$type":"number"}}
  - constants a = typed("number", @b.part(["components","0"]))

  {"a":{"$value":{"$ref":"#/b/$value/alpha"}}}
  - constants a = typed(@types , @b.part(["alpha"]))

  {"a":{"$ref":"#/b/c"}}
  - constants a = @b.c
  - group a refers to b.c

  {"a":{"$ref":"#/b/c","$type":"number"}}
  - constants a = typed("number", @b.c)
  - group a refers to b.c

  {"a":{"$ref":"#/b/c/$value"}}
  - constants a = @b.c
  - group a refers to b.c

  {"a":{"$ref":"#/b/c/$value/0","$type":"number"}}
  - constants a = typed("number", @b.c.part(["0"]))

  {"a":{"$ref":"#/b","c":{"$type":"number","$value":1},"$description":"x"}}
  - constants a = @b
  - constants a.c = typed("number", 1)
  - group a refers to b

  {"a":{"$ref":"#/b","$value":1}}
  - error shape of a at "$ref": remove one of them, the other one: "$value"

  {"a":{"$ref":3}}
  - error bad-pointer of a at 3: write `#/group/token`, or `#/group/token/$value/part` for a part of its value

  {"a":{"$ref":"b"}}
  - error bad-pointer of a at "b": write `#/group/token`, or `#/group/token/$value/part` for a part of its value

  {"a":{"$ref":"#/"}}
  - error bad-pointer of a at "#/": write `#/group/token`, or `#/group/token/$value/part` for a part of its value

  {"a":{"$ref":"{b}"}}
  - error bad-pointer of a at "{b}": write `#/group/token`, or `#/group/token/$value/part` for a part of its value

  {"a":{"$ref":"https://example.org/t.json#/b"}}
  - error outside-bundle of a at "https://example.org/t.json#/b": copy the tokens into the bundle

  {"a":{"$type":"number","$value":{"$ref":"https://example.org/t.json#/b"}}}
  - constants a = invalid
  - error outside-bundle of a at "https://example.org/t.json#/b": copy the tokens into the bundle

  {"a":{"$type":"number","$value":{"$ref":"#b"}}}
  - constants a = invalid
  - error bad-pointer of a at "#b": write `#/group/token`, or `#/group/token/$value/part` for a part of its value

  {"a":{"$type":"cubicBezier","$value":[{"$ref":"#/b/$value/0"},0,{"$ref":7},"{c}"]}}
  - constants a = typed("cubicBezier", object(0: @b.part(["0"]), 1: 0, 2: invalid, 3: @c))
  - error bad-pointer of a at 7: write `#/group/token`, or `#/group/token/$value/part` for a part of its value

  {"a":{"$type":"border","$value":{"color":"{c}","width":{"value":{"$ref":"#/n/$value"},"unit":"px"},"style":"solid"}}}
  - constants a = typed("border", object(color: @c, width: object(value: @n, unit: "px"), style: "solid"))

  {"a":{"$type":"border","$value":{"color":"{c}","color":"{d}"}}}
  - constants a = typed("border", object(color: @d))

  {"a":{"$type":"x","$value":[null,true,[],{},"t",1.5]}}
  - constants a = typed("x", [null,true,[],{},"t",1.5])
  - warning unknown-type of a at "x": the types are: color, dimension, fontFamily, fontWeight, duration, cubicBezier, number, strokeStyle, border, transition, shadow, gradient, typography

  {"$extends":"{b}"}
  - group  extends b

  {"a":{"$extends":"{b.c}"}}
  - group a extends b.c

  {"a":{"$extends":"#/b/c"}}
  - group a extends b.c

  {"a":{"$extends":"b"}}
  - error bad-inherits of a at "b": write `{group}` or `#/group`

  {"a":{"$extends":"#/b/$value"}}
  - error bad-inherits of a at "#/b/$value": write `{group}` or `#/group`

  {"a":{"$extends":3}}
  - error bad-inherits of a at 3: write `{group}` or `#/group`

  {"a":{"$extends":{"$ref":"#/b"}}}
  - error bad-inherits of a at {"$ref":"#/b"}: write `{group}` or `#/group`

  {"a":{"$extends":"{}"}}
  - error bad-inherits of a at "{}": write `{group}` or `#/group`

  {"a":{"$type":"number","$value":1},"a":{"$type":"number","$value":2}}
  - constants a = typed("number", 2)
  - warning duplicate-key of  at "a": remove one of them, first given here: "a"

  {"a":{"$type":"number","$value":1,"$value":2}}
  - constants a = typed("number", 2)
  - warning duplicate-key of  at "$value": remove one of them, first given here: "$value"

  {"a":{"b":{"$type":"number","$value":1}},"a":{"c":{"$type":"number","$value":2}}}
  - constants a.c = typed("number", 2)
  - warning duplicate-key of  at "a": remove one of them, first given here: "a"

  {"a":{"$ref":"//example.org/t.json"}}
  - error outside-bundle of a at "//example.org/t.json": copy the tokens into the bundle

  {"a":{"$ref":"b.tokens.json#/c"}}
  - error bad-pointer of a at "b.tokens.json#/c": write `#/group/token`, or `#/group/token/$value/part` for a part of its value

  {"a":{"$type":"border","$value":{"color":{"$ref":7},"style":"solid","width":{"value":{"$ref":"x"},"unit":"px"}}}}
  - constants a = typed("border", object(color: invalid, style: "solid", width: object(value: invalid, unit: "px")))
  - error bad-pointer of a at 7: write `#/group/token`, or `#/group/token/$value/part` for a part of its value
  - error bad-pointer of a at "x": write `#/group/token`, or `#/group/token/$value/part` for a part of its value

  {"a":{"$type":"number","$value":{"$ref":"#/b"},"$value":2}}
  - constants a = typed("number", 2)
  - warning duplicate-key of  at "$value": remove one of them, first given here: "$value"
  """##
