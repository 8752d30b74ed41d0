import { screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"

/** For tests: chooses the option that is called so, in a drawn list or in the system's own (DAY-17). */
export async function chooseOption(box: HTMLElement, name: string): Promise<void> {
  if (box instanceof HTMLSelectElement) {
    await userEvent.selectOptions(box, name)
    return
  }
  await userEvent.click(box)
  await userEvent.click(await screen.findByRole("option", { name }))
}
