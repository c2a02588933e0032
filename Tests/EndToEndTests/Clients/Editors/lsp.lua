-- SPDX-License-Identifier: GPL-2.0-or-later
-- Run by Neovim with a theme file open: an author types with the language server, and does not save. Prints the findings, the
-- hover text and the place of the declaration; types a colour; waits for the file `go`; and exits without a save.

local function print_line(text)
  io.stdout:write(text, "\n")
  io.stdout:flush()
end

local client = vim.lsp.start_client({
  name = "livery",
  cmd = { vim.env.LIVERY, "lsp", "--socket", vim.env.LIVERY_SOCKET },
  root_dir = vim.fn.getcwd(),
  init_options = { livePreview = true },
})
vim.lsp.buf_attach_client(0, client)

local function wait(what, condition)
  if not vim.wait(20000, condition, 5) then print_line("no " .. what) end
end

local function ask(method, line, character)
  local parameters = {
    textDocument = vim.lsp.util.make_text_document_params(0),
    position = { line = line, character = character },
  }
  local answers = vim.lsp.buf_request_sync(0, method, parameters, 20000) or {}
  local _, answer = next(answers)
  return answer and answer.result
end

wait("client", function() return #vim.lsp.buf_get_clients(0) > 0 end)
local hover = ask("textDocument/hover", 0, 22)
print_line("hover " .. vim.inspect(hover and hover.contents.value or hover):gsub("\n", " "))
local declared = ask("textDocument/definition", 0, 22)
print_line("declared " .. vim.fn.fnamemodify(vim.uri_to_fname(declared[1].uri), ":t") .. ":" .. declared[1].range.start.line)

-- A slip, and its correction.
vim.api.nvim_buf_set_text(0, 0, 14, 0, 26, { "ref://accnt" })
wait("finding", function() return #vim.diagnostic.get(0) > 0 end)
print_line("found " .. vim.diagnostic.get(0)[1].message:gsub("\n", "; "))
vim.api.nvim_buf_set_text(0, 0, 14, 0, 25, { "ref://accent" })
wait("end of findings", function() return #vim.diagnostic.get(0) == 0 end)

-- The colour is typed, and not saved.
vim.cmd("edit colors.json")
vim.lsp.buf_attach_client(0, client)
wait("second document", function() return #vim.lsp.buf_get_clients(0) > 0 end)
vim.api.nvim_buf_set_text(0, 0, 14, 0, 20, { "00ff00" })
print_line("typed")
wait("sign", function() return vim.loop.fs_stat("../go") end)
vim.cmd("qall!")
