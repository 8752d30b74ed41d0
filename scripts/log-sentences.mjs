// The server's log is JSON, one object on each line (OPS-3). For a person at a terminal it is turned into sentences.

/**
 * What a person at a terminal is told, or null: nothing. Requests are left out: a line for each would hide everything else.
 * @param {string} line
 * @returns {string | null}
 */
export function sentenceOf(line) {
  /** @type {Record<string, any>} */
  let entry
  try {
    entry = JSON.parse(line)
  } catch {
    return line.trimEnd()
  }
  const { module, level, msg = "", err, call, reqId, demoPassword, demoAccounts = [], reason = msg } = entry
  // Where it listens is said in one sentence, with everything that belongs to it.
  if (module === "access" || (module === "http" && level === "info")) return null
  if (demoPassword !== undefined) {
    const rows = demoAccounts.map(
      (/** @type {{ account: string, who: string }} */ { account, who }) => `  ${account.padEnd(10)} ${who}`,
    )
    return [`\n${msg}`, `Demo accounts (password ${demoPassword}):`, ...rows].join("\n")
  }
  const where = [call, reqId].filter(Boolean).join(" ")
  const first = where === "" ? msg : `${msg} (${where})`
  // Of a start that was refused the sentence is enough; what broke needs its place.
  const isEnough = level === "fatal" && err?.message === reason
  return err === undefined || isEnough ? first : [first, ...reasonsIn(err)].join("\n")
}

/**
 * @param {Record<string, any>} error
 * @returns {string[]}
 */
function reasonsIn({ message, code, stack = "", cause, errors = [] }) {
  const named = code === undefined ? message : `${message} (${code})`
  const inner = cause === undefined ? errors : [cause, ...errors]
  return [`  ${named}`, ...(stack === "" ? [] : [stack]), ...inner.flatMap(reasonsIn)]
}

/** Takes the lines of the log and says them to whoever sits at this terminal. */
export function terminal() {
  return {
    /** @param {string} line */
    write(line) {
      const sentence = sentenceOf(line)
      if (sentence !== null) console.log(sentence)
    },
  }
}
