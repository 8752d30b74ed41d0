import { bellRing } from "../db/schema/notices.ts"
import { personPicture, personTie } from "../db/schema/profiles.ts"
import { headOf, type DemoOrganisation, type World } from "./world.ts"

/** Rows of every organisation that tests must not find with others: a bell entry, a picture and a tie. */
export function addMarks({ random, rows, now }: World, org: DemoOrganisation): void {
  const { id } = headOf(org)
  rows.put(bellRing, {
    orgId: org.id,
    personId: id,
    topic: "task",
    title: "任务快到期了",
    place: "/task",
    createdAt: now,
    readAt: now,
  })
  rows.add(personPicture, {
    personId: id,
    orgId: org.id,
    mediaType: "image/webp",
    bytes: Buffer.from("RIFF"),
  })
  rows.add(personTie, { personId: id, orgId: org.id, humanId: uuidOf(random) })
}

/** Two accounts of one person, in two organisations. */
export function addTie(
  { random, rows }: World,
  people: readonly { readonly org: DemoOrganisation; readonly account: string }[],
): void {
  const humanId = uuidOf(random)
  for (const { org, account } of people) {
    const found = org.people.find((each) => each.account === account)
    if (!found) throw new Error(`${account} is not in ${org.name}`)
    rows.add(personTie, { personId: found.id, orgId: org.id, humanId })
  }
}

/** From the seed, like every row. */
function uuidOf(random: World["random"]): string {
  const digits = Array.from({ length: 32 }, () => random.below(16).toString(16)).join("")
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}
