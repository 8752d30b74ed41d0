import { levelColour } from "@uc/contract/alarms/level-colours"
import { LevelMark } from "../../ui/marks/level-mark.tsx"

/** The level's name in its colour; without a number the name decides. */
export function AlarmLevel({ level, name }: { readonly level?: number | undefined; readonly name: string }) {
  return <LevelMark colour={levelColour(level, name)} name={name} />
}
