import { screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"

/** For tests: opens a select and presses the option that is called so. */
export async function chooseOption(box: HTMLElement, name: string): Promise<void> {
  await userEvent.click(box)
  await userEvent.click(await screen.findByRole("option", { name }))
}
