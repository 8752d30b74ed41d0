/** A pattern, the name, and a second pattern that must match too. */
type Named = readonly [RegExp, string, RegExp?]

/** The first match names the browser: nearly all also contain Chrome or Safari. */
const browsers: readonly Named[] = [
  [/\bwxwork\//i, "企业微信"],
  [/\bMicroMessenger\//i, "微信"],
  [/\b(QihooBrowser|QHBrowser|360SE|360EE|360browser)\b/i, "360浏览器"],
  [/\b(Edg|EdgA|EdgiOS|Edge)\//, "Edge"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari", /\bVersion\/[\d.]/],
]

/** In the same way: Android contains Linux, an iPad may contain Mac, HarmonyOS contains Android. */
const systems: readonly Named[] = [
  [/\b(HarmonyOS|OpenHarmony|ArkWeb)\b/, "HarmonyOS"],
  [/\b(iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\b(Macintosh|Mac OS X)\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
]

function firstFit(names: readonly Named[], userAgent: string): string | undefined {
  return names.find(([pattern, , also]) => pattern.test(userAgent) && (also?.test(userAgent) ?? true))?.[1]
}

/** For people who check their sessions, e.g. `Chrome · Windows`. From the user agent, so it proves nothing. */
export function browserName(userAgent: string | null): string {
  const given = userAgent ?? ""
  const known = [firstFit(browsers, given), firstFit(systems, given)].filter((name) => name !== undefined)
  return known.length === 0 ? "未知浏览器" : known.join(" · ")
}

/** Enough to tell the school's network from another one, not enough to identify: `192.168.*.*`, `2001:db8:*`. */
export function maskedAddress(ip: string | null): string {
  if (ip === null || ip === "") return "未知"
  const four = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/i.exec(ip)
  if (four) return `${four[1]}.${four[2]}.*.*`
  const [first = "", second = ""] = ip.split(":")
  return first === "" ? "*" : `${first}:${second === "" ? "0" : second}:*`
}
