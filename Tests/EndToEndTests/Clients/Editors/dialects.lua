-- SPDX-License-Identifier: GPL-2.0-or-later
-- Run by Neovim beside the plugin, in the folder of the example bundles, with LIVERY as the program: says for each bundle
-- how many colours of constants the plugin reads from the files as Livery does, and which it reads otherwise.
local dialects = require("livery.dialects")

local files = {
  { "aurora", "palette/*.json" }, { "aurora", "core/colors.json" }, { "harbor", "theme.json" },
  { "pocket", "default.plist" }, { "studio", "theme_default.plist" },
}
for _, entry in ipairs(files) do
  local name, pattern = unpack(entry)
  local text = vim.fn.system({ vim.env.LIVERY, "resolve", name })
  local snapshot = vim.json.decode(text, { luanil = { object = true } })
  local count, key = 0, nil
  for _, file in ipairs(vim.fn.glob(name .. "/" .. pattern, true, true)) do
    for _, line in ipairs(vim.fn.readfile(file)) do
      for _, found in ipairs(dialects.texts(line)) do
        local constant = key and snapshot.constants[key]
        if not found.is_key and type(constant) == "table" and constant["$type"] == "color" then
          local color = dialects.color(snapshot, found.text)
          if color == constant["$value"].hex then
            count = count + 1
          else
            io.stdout:write(("%s: %s is %s, not %s\n"):format(file, key, constant["$value"].hex, tostring(color)))
          end
        end
        key = found.is_key and found.text or nil
      end
    end
  end
  io.stdout:write(("%s %s %d\n"):format(name, snapshot.dialect, count))
end
vim.cmd("qa!")
