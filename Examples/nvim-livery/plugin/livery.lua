-- SPDX-License-Identifier: MIT
if vim.g.loaded_livery or vim.fn.has("nvim-0.7") == 0 then return end
vim.g.loaded_livery = true

local group = vim.api.nvim_create_augroup("livery", {})
local pattern = { "*.json", "*.plist", "*.xml" }

-- A daemon may come after the file: coming back to the buffer looks again.
vim.api.nvim_create_autocmd({ "BufReadPost", "BufEnter", "FocusGained" }, {
  group = group, pattern = pattern, callback = function(event) require("livery").follow(event.buf) end,
})
vim.api.nvim_create_autocmd("ColorScheme", {
  group = group, callback = function() require("livery").refresh() end,
})
vim.api.nvim_create_user_command("LiveryHover", function() require("livery").hover() end, {
  desc = "What the reference at the cursor comes to",
})
