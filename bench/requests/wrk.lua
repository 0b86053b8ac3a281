-- Sends the requests of a file in order, and prints the figures as JSON. Each request has its length before it.
local requests = {}
local at = 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for length in function() return file:read("*l") end do
    requests[#requests + 1] = file:read(tonumber(length))
  end
  file:close()
  -- A random start: otherwise each run would send only the first requests of the file.
  math.randomseed(os.time())
  at = math.random(#requests)
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format(
    '{"requests":%d,"micros":%d,"failed":%d,"p50Micros":%d,"p99Micros":%d}\n',
    summary.requests, summary.duration, failed, latency:percentile(50), latency:percentile(99)
  ))
end
