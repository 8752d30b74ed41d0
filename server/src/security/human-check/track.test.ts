import { captchaLimits } from "@uc/contract/captcha/calls"
import { describe, expect, test } from "vitest"
import { humanDrag, keyboardDrag, scriptedDrags, seeded, type TrackStep } from "../../testing/test-drags.ts"
import { judgeTrack, type Drag, type DragBy } from "./track.ts"

const judge = (steps: readonly TrackStep[], given: Partial<Drag> = {}) =>
  judgeTrack({
    track: JSON.stringify(steps),
    by: "mouse",
    code: Math.round(steps.reduce((x, [dx]) => x + dx, 0)),
    elapsedMs: 30_000,
    ...given,
  })

const somewhere = (chance: () => number) => 70 + Math.floor(chance() * 261)

describe("[CAPT-6] a drag's track", () => {
  test.each(["mouse", "touch"] as const)("C5: of 2,000 modelled people at the %s 99 in 100 pass", (by) => {
    const chance = seeded(5)
    const refused: string[] = []
    for (let n = 0; n < 2000; n++) {
      const judged = judge(humanDrag(chance, somewhere(chance)), { by })
      if (!judged.isGood) refused.push(judged.why)
    }
    expect(refused.length, refused.join("; ")).toBeLessThanOrEqual(20)
  })

  test("a keyboard's straight and even track passes only when declared as a keyboard's", () => {
    const chance = seeded(6)
    for (let n = 0; n < 500; n++) {
      const drag = keyboardDrag(chance, somewhere(chance))
      expect(judge(drag, { by: "keyboard" })).toMatchObject({ isGood: true })
    }
    const held: TrackStep[] = Array.from({ length: 40 }, () => [5, 0, 33])
    expect(judge(held, { by: "keyboard" })).toMatchObject({ isGood: true })
    expect(judge(held)).toMatchObject({ isGood: false })
  })

  test.each(Object.keys(scriptedDrags))("C4: %s passes in at most 10 of 2,000", (name) => {
    for (const by of ["mouse", "touch"] as const satisfies DragBy[]) {
      const chance = seeded(4)
      let passed = 0
      for (let n = 0; n < 2000; n++) {
        const drag = scriptedDrags[name]?.(chance, somewhere(chance)) ?? []
        if (judge(drag, { by }).isGood) passed++
      }
      expect([by, passed <= 10, passed]).toEqual([by, true, passed])
    }
  })

  test("C4: scripts that claim a keyboard are held to what arrow keys can do", () => {
    for (const name of Object.keys(scriptedDrags)) {
      // A held arrow key gives a straight line: some scripted lines happen to have its steps.
      const most = name.startsWith("linear") ? 60 : 10
      const chance = seeded(7)
      let passed = 0
      for (let n = 0; n < 2000; n++)
        if (judge(scriptedDrags[name]?.(chance, somewhere(chance)) ?? [], { by: "keyboard" }).isGood) passed++
      expect([name, passed <= most, passed]).toEqual([name, true, passed])
    }
  })

  /** One good drag, each with one fault. */
  const good = humanDrag(seeded(1), 200)
  const duration = good.reduce((ms, [, , dt]) => ms + dt, 0)
  const spoilt: readonly [string, readonly TrackStep[], Partial<Drag>][] = [
    ["number of points", good.slice(0, 9), {}],
    ["number of points", Array.from({ length: 401 }, () => [0.5, 1, 5]), {}],
    ["time stood still", good.with(5, [1, 0, 0]), {}],
    ["time stood still", good.with(0, [0, 0, -1]), {}],
    ["sooner than anybody could", good, { elapsedMs: 799 }],
    ["longer than the picture is out", good, { elapsedMs: Math.max(800, duration - 1) }],
    ["shorter than a drag", good.map(([dx, dy]): TrackStep => [dx, dy, 2]), {}],
    ["does not begin at the start", [[3.1, 0, 16], ...good], {}],
    ["does not end at the offset", good, { code: 202 }],
    ["faster than a hand", [...good, [41, 0, 10], [-41, 0, 100]], { code: 200 }],
    ["a jump", [...good, [120, 0, 100], [-90, 0, 100], [-30, 0, 100]], { code: 200 }],
    ["outside of the slider", [[-2, 0, 16], ...good, [2, 0, 16]], { code: 200 }],
    ["not by arrow keys", good, { by: "keyboard" }],
  ]
  test.each(spoilt)("%s", (why, steps, given) => {
    expect(judge(good)).toMatchObject({ isGood: true })
    expect(judge(steps, given)).toEqual({ isGood: false, why: expect.stringContaining(why) })
  })

  test("the first step may be the press itself, or the first pixels of a finger at once", () => {
    expect(judge([[0, 0, 0], ...good])).toMatchObject({ isGood: true })
    const held: TrackStep[] = [[20, 1, 90], ...humanDrag(seeded(2), 180)]
    expect(judge(held, { by: "touch" })).toMatchObject({ isGood: true })
    expect(judge(held, { by: "mouse" })).toMatchObject({ isGood: false })
  })

  test.each([
    "",
    "x",
    "null",
    "{}",
    "[]",
    "[[]]",
    "[[1,2]]",
    "[[1,2,3,4]]",
    '[["1",2,3]]',
    `[${Array.from({ length: 20 }, () => "[1,1,1e999]").join(",")}]`,
    `[${Array.from({ length: 20 }, () => "[1,1,null]").join(",")}]`,
    "[".repeat(8000),
    `[${Array.from({ length: 400 }, () => "[1.00000000000,1.00000000000,16]").join(",")}]`,
  ])("what is no track is refused, whatever it is (%#)", (track) => {
    expect(judgeTrack({ track, by: "mouse", code: 20, elapsedMs: 9000 }).isGood).toBe(false)
  })

  test("a slightly changed recording has the same fingerprint, another drag does not", () => {
    const shaken = good.map(([dx, dy, dt]): TrackStep => [dx, dy, dt])
    const [a, b, c] = [judge(good), judge(shaken.with(0, [0.1, 0, 0])), judge(humanDrag(seeded(3), 200))]
    expect(judge(shaken)).toEqual(a)
    expect(c).not.toEqual(a)
    expect(b).not.toEqual(c)
    expect(JSON.stringify(a).length).toBeLessThan(captchaLimits.trackLength * 2)
  })
})
