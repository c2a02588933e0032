-- SPDX-License-Identifier: MIT
-- What a name comes to, and how: asked of the daemon, shown in a window at the cursor.
local daemon = require("livery.daemon")

local M = {}

local is_list = vim.islist or vim.tbl_islist

--- A resolved value in a line, or an object in one for each member.
local function describe(value, indent)
  if type(value) ~= "table" then return { indent .. vim.json.encode(value) } end
  local kind, inner = value["$type"], value["$value"]
  if kind == "color" or kind == "colorRef" then
    return { indent .. inner.hex .. (inner.alpha == 1 and "" or (", alpha %g"):format(inner.alpha)) }
  elseif kind == "font" then
    local name = inner.name or inner.textStyle or inner.system or "any font"
    return { indent .. name .. (inner.size and (", %g points"):format(inner.size) or "") }
  elseif kind or is_list(value) then
    return { indent .. vim.json.encode(inner or value) }
  end
  local lines, keys = {}, vim.tbl_keys(value)
  table.sort(keys)
  for _, key in ipairs(keys) do
    local member = value[key]
    if type(member) == "table" and not member["$type"] and not is_list(member) then
      lines[#lines + 1] = ("%s%s:"):format(indent, key)
      vim.list_extend(lines, describe(member, indent .. "  "))
    else
      lines[#lines + 1] = ("%s%s: %s"):format(indent, key, describe(member, "")[1])
    end
  end
  return lines
end

--- The places that a value came from: those of the declarations that won.
local function places(steps)
  local lines = {}
  for _, step in ipairs(steps) do
    if step.status == "won" or step.status == "merged" then
      local says = step.target and "refers to " .. step.target or step.says
      if step.value ~= nil then says = describe(step.value, "")[1] end
      local place = step.file and ("%s:%d:%d"):format(step.file, step.line, step.column) or "set at run time"
      lines[#lines + 1] = ("%s  %s"):format(place, says or "")
    end
  end
  return lines
end

--- `on_lines` gets what there is to say of a name; nothing when it is not known.
local function ask(bundle, name, on_lines)
  local context, escaped = bundle.context, name:gsub("~", "~0"):gsub("/", "~1")
  local constant, style = "constants/" .. escaped, "styles/" .. escaped
  local path, lines, steps = nil, {}, {}
  local parameters = { bundle = bundle.name, context = context, select = { constant, style } }
  daemon.call(bundle.socket, "Resolve", parameters, function(reply)
    local value = reply.snapshot.constants[name]
    path = value ~= nil and constant or style
    if value == nil then value = reply.snapshot.styles[name] end
    if value ~= nil then lines = vim.list_extend({ name }, describe(value, "  ")) end
  end, function(problem)
    local last = bundle.constants[name]
    if problem and last ~= nil then
      return on_lines(vim.list_extend({ name .. ", as it was when the daemon went" }, describe(last, "  ")))
    elseif problem or #lines == 0 then
      return on_lines({})
    end
    daemon.call(bundle.socket, "Explain", { bundle = bundle.name, context = context, path = path }, function(reply)
      steps = reply.steps
    end, function() on_lines(vim.list_extend(lines, places(steps))) end)
  end)
end

--- Shows what these names come to.
function M.show(bundle, names)
  local lines, rest = {}, vim.list_slice(names)
  local function go_on(more)
    vim.list_extend(lines, more)
    local name = table.remove(rest, 1)
    if name then return ask(bundle, name, go_on) end
    if #lines == 0 and not bundle.is_live then return vim.notify("no daemon answers") end
    if #lines == 0 then return vim.notify(("nothing is known as %s"):format(table.concat(names, ", "))) end
    vim.lsp.util.open_floating_preview(lines, "", { border = "single", focus_id = "livery" })
  end
  go_on({})
end

return M
