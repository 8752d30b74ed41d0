import { AxeBuilder } from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"

/** Axe finds nothing on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await axeOn(page).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual([])
}

/**
 * Only what is wrong is told, and what has no frames is looked at in one go: a third of the time. With frames axe asks each by itself, which
 * reaches those of other sites too.
 */
export function axeOn(page: Page): AxeBuilder {
  const hasFrames = page.frames().length > 1
  return new AxeBuilder({ page }).setLegacyMode(!hasFrames).options({ resultTypes: ["violations"] })
}
