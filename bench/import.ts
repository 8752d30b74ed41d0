import { xlsxOf } from "../server/src/sheet/xlsx-writer.ts"
import type { Benchmark } from "./benchmark.ts"
import { importing, peopleRows, peopleTitles } from "./importing.ts"
import { npmStart } from "./product.ts"
import { residentKb } from "./resident.ts"
import { median } from "./statistics.ts"

const people = 20_000

/** DATA-3. A product of its own, because it is fuller afterwards. */
export const importPeople: Benchmark = {
  name: "import",
  goal: "20,000 people out of an xlsx within 30 s, checked and brought in, with progress; at most 300 MB above idle",
  async run(context) {
    const wanted = context.isQuick ? 2000 : people
    const dataDir = context.scratch("import-data")
    const product = await npmStart(context.root, dataDir)
    context.onEnd(() => product.stop())
    const { address } = product
    const school = await importing(address, dataDir, "school")
    const department = await school.department()
    const seconds: number[] = []
    const megabytes: number[] = []
    const looks: number[] = []
    for (let round = 0; round < (context.isQuick ? 1 : 3); round++) {
      const file = await xlsxOf([
        {
          name: "人员",
          columns: peopleTitles.map((title) => ({ title, width: 16 })),
          rows: [...peopleRows(wanted, department, `bench${round}`)].map((row) => [
            ...row.slice(0, 2),
            // Phones of an earlier round are taken.
            String(Number(row[2]) + round * 1_000_000),
            ...row.slice(3),
          ]),
        },
      ])
      const idleKb = residentKb(address)
      let mostKb = idleKb
      const progress = new Set<string>()
      const look = ({ phase, done }: { phase: string | null; done: number }) => {
        mostKb = Math.max(mostKb, residentKb(address))
        progress.add(`${phase} ${done}`)
      }
      const beganMs = performance.now()
      const id = await school.upload(file)
      const ready = await school.settled(id, look)
      if (ready.state !== "ready") throw new Error(`The file is ${ready.state}: ${ready.message}`)
      await school.confirm(id)
      const done = await school.settled(id, look)
      if (done.state !== "done") throw new Error(`The import is ${done.state}: ${done.message}`)
      seconds.push((performance.now() - beganMs) / 1000)
      megabytes.push((mostKb - idleKb) / 1024)
      looks.push(progress.size)
      context.say(
        `${wanted} people in ${seconds.at(-1)?.toFixed(1)} s, ${megabytes.at(-1)?.toFixed(0)} MB above idle, ${progress.size} states of progress seen`,
      )
    }
    return [
      {
        name: `${wanted} people, from the file's first byte to the last row`,
        unit: "s",
        ...median(seconds),
        goal: { of: "value", limit: "at most", number: 30 },
      },
      {
        name: "memory above idle meanwhile",
        unit: "MB",
        ...median(megabytes),
        goal: { of: "value", limit: "at most", number: 300 },
      },
      { name: "states of progress that were seen", unit: "", ...median(looks) },
    ]
  },
}
