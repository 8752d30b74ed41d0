import { vi } from "vitest"
import { patienceMs } from "./patience.ts"

const { waitFor } = vi
// Unlike `expect.poll` and the testing library it has no setting of its own.
vi.waitFor = (callback, options) => waitFor(callback, options ?? patienceMs)
