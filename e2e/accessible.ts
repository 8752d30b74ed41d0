import { AxeBuilder } from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"

/** Axe finds nothing on the page as it is now, or within a part of it. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  const axe = axeOn(page)
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual([])
}

/** Only what is wrong is told, and a page without frames is looked at in one go: a third of the time. With frames axe looks into each. */
export function axeOn(page: Page): AxeBuilder {
  const hasFrames = page.frames().length > 1
  return new AxeBuilder({ page }).setLegacyMode(!hasFrames).options({ resultTypes: ["violations"] })
}
