-- Sends the requests of a file (each with its length in front) in turn, and prints what was measured as JSON.
local shots = {}
local at = 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for length in function() return file:read("*l") end do
    shots[#shots + 1] = file:read(tonumber(length))
  end
  file:close()
  -- Each time from another place: otherwise the first requests of the file would be the only ones that are ever sent.
  math.randomseed(os.time())
  at = math.random(#shots)
end

function request()
  at = at % #shots + 1
  return shots[at]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format(
    '{"requests":%d,"micros":%d,"failed":%d,"p50Micros":%d,"p99Micros":%d}\n',
    summary.requests, summary.duration, failed, latency:percentile(50), latency:percentile(99)
  ))
end
