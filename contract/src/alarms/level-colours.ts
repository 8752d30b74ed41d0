/** DAY-3: 红, 橙, 黄, 蓝 for 特别重大, 重大, 较大, 一般, by the number of the level: whoever renames a level keeps its colour. */
export const levelColours = ["red", "orange", "yellow", "blue"] as const
export type LevelColour = (typeof levelColours)[number]

const byName: Readonly<Record<string, LevelColour>> = {
  特别重大: "red",
  重大: "orange",
  较大: "yellow",
  一般: "blue",
}

/** Without a number the name decides; a level that nobody knows must not look harmless. */
export function levelColour(level: number | undefined, name: string): LevelColour {
  if (level === undefined) return byName[name] ?? "orange"
  return levelColours[Math.max(level, 1) - 1] ?? "blue"
}
