-- SPDX-License-Identifier: MIT
-- The daemon: where its sockets are, calls, and following a bundle. A message of Varlink is JSON and a NUL byte.
local uv = vim.uv or vim.loop

local M = {
  --- A socket to use; nil looks for one.
  socket = nil,
}

--- Makes one call on a connection of its own. `on_reply` gets the parameters of each reply, on the main loop; `on_end`
--- comes once, after the last: with nil, or with what went wrong. Returns a function that ends the call before that.
function M.call(socket, method, parameters, on_reply, on_end)
  local pipe, chunks, is_ended = uv.new_pipe(false), {}, false

  local function finish(reason)
    if is_ended then return end
    is_ended = true
    pipe:close()
    on_end(reason)
  end

  local function receive(text)
    if is_ended then return end
    local is_json, reply = pcall(vim.json.decode, text, { luanil = { object = true } })
    if not is_json then return finish("what came is no JSON") end
    if reply.error then return finish(reply.error) end
    on_reply(reply.parameters or {})
    if not reply.continues then finish() end
  end

  local function read(problem, chunk)
    if problem or not chunk then
      return vim.schedule(function() finish(problem or "the connection was closed") end)
    end
    local from, stop = 1, chunk:find("\0", 1, true)
    while stop do
      chunks[#chunks + 1] = chunk:sub(from, stop - 1)
      local text = table.concat(chunks)
      chunks = {}
      vim.schedule(function() receive(text) end)
      from = stop + 1
      stop = chunk:find("\0", from, true)
    end
    chunks[#chunks + 1] = chunk:sub(from)
  end

  local message = { method = "io.livery.Theme." .. method, parameters = parameters, more = method == "Register" or nil }
  local bytes = vim.json.encode(message) .. "\0"
  pipe:connect(socket, function(problem)
    if is_ended then return end
    if problem then return vim.schedule(function() finish(problem) end) end
    pipe:write(bytes)
    pipe:read_start(read)
  end)
  return function() finish("ended") end
end

--- A directory in /tmp could be another user's.
local function is_trusted(directory)
  if not vim.startswith(directory, "/tmp/") then return true end
  local status = uv.fs_lstat(directory)
  return status and status.type == "directory" and status.uid == uv.getuid() and status.mode % 64 == 0
end

--- The sockets that daemons may listen on: the one that is set, that of LIVERY_SOCKET, or those in the user's and the
--- system's directory.
local function sockets()
  local chosen = M.socket or vim.env.LIVERY_SOCKET
  if chosen and chosen ~= "" then return { chosen } end
  local runtime, user, found = vim.env.XDG_RUNTIME_DIR, uv.getuid(), {}
  local directories = { "/run/livery" }
  if runtime and runtime ~= "" then
    table.insert(directories, 1, runtime .. "/livery")
  elseif user ~= 0 then
    table.insert(directories, 1, "/tmp/livery-" .. user)
  end
  for _, directory in ipairs(directories) do
    local entries = is_trusted(directory) and uv.fs_scandir(directory)
    while entries do
      local name, kind = uv.fs_scandir_next(entries)
      if not name then break end
      if kind == "socket" and vim.endswith(name, ".sock") then found[#found + 1] = directory .. "/" .. name end
    end
  end
  return found
end

--- Looks for daemons that serve the bundle a file lies in; `on_found` gets the socket and the bundle, as ListBundles
--- says it.
function M.find(file, on_found)
  for _, socket in ipairs(sockets()) do
    M.call(socket, "ListBundles", vim.empty_dict(), function(reply)
      for _, bundle in ipairs(reply.bundles) do
        if vim.startswith(file, bundle.path .. "/") then return on_found(socket, bundle) end
      end
    end, function() end)
  end
end

--- Applies a JSON Patch (RFC 6902) to a snapshot; the daemon's patches change members of objects alone.
local function apply(patch, snapshot)
  for _, operation in ipairs(patch) do
    local holder, key = snapshot, nil
    for segment in operation.path:gmatch("/([^/]*)") do
      if key then holder = holder[key] end
      key = segment:gsub("~1", "/"):gsub("~0", "~")
    end
    -- `add` and `replace` have a value, `remove` has none.
    holder[key] = operation.value
  end
end

-- In milliseconds; each is waited for once to twice.
local shortest_pause, longest_pause = 50, 1000

--- Follows the constants of a bundle for as long as the editor runs: `bundle.constants` is kept up to date, and
--- `bundle.is_live` says whether a daemon answers. While none does the last values stay, and one is looked for again
--- and again. `on_change` comes after each change of either.
function M.follow(socket, bundle, context, on_change)
  bundle.socket, bundle.context, bundle.constants, bundle.is_live = socket, context, {}, false
  local pause, since = shortest_pause, nil

  local function register()
    local parameters = {
      bundle = bundle.name, name = "nvim", context = context, select = { "constants/**" }, since = since,
    }
    M.call(socket, "Register", parameters, function(reply)
      local was_live = bundle.is_live
      bundle.is_live, pause = reply.event ~= "end", shortest_pause
      if reply.event == "snapshot" then
        bundle.constants, bundle.dialect = reply.snapshot.constants, reply.snapshot.dialect
        since = { generation = reply.snapshot.generation, digest = reply.snapshot.digest }
      elseif reply.event == "delta" then
        apply(reply.delta.patch, bundle)
        since = { generation = reply.delta.to, digest = reply.delta.digest }
      elseif bundle.is_live == was_live then
        return
      end
      on_change()
    end, function()
      if bundle.is_live then
        bundle.is_live = false
        on_change()
      end
      -- Not all editors of a daemon that starts again at the same moment.
      vim.defer_fn(register, pause + math.random(0, pause))
      pause = math.min(pause * 2, longest_pause)
    end)
  end
  register()
end

return M
