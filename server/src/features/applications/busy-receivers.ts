import type { Id } from "@uc/contract/core/wire"

/** FAULT-5: the applications that this process is telling something. Each is busy for itself: one that hangs holds up no other. */
export class BusyReceivers {
  readonly #busy = new Map<Id, Promise<unknown>>()
  readonly #onFree: () => void

  /** `onFree`: one of them may be told more. */
  constructor(onFree: () => void) {
    this.#onFree = onFree
  }

  /** They get nothing more meanwhile. */
  ids(): readonly Id[] {
    return [...this.#busy.keys()]
  }

  /** Tells each application its part, all at the same time. `tell` never rejects. */
  tellEach<Due extends { readonly applicationId: Id }>(
    taken: readonly Due[],
    tell: (due: Due) => Promise<unknown>,
  ): void {
    const groups = new Map<Id, Due[]>()
    for (const due of taken) groups.set(due.applicationId, [...(groups.get(due.applicationId) ?? []), due])
    for (const [id, dues] of groups) {
      const work = Promise.all(dues.map(tell)).finally(() => {
        this.#busy.delete(id)
        this.#onFree()
      })
      this.#busy.set(id, work)
    }
  }

  async ended(): Promise<void> {
    await Promise.all(this.#busy.values())
  }
}
