import { cleanup, configure } from "@testing-library/react"
import { afterEach, beforeEach } from "vitest"
import { patienceMs } from "../../../scripts/patience.ts"
import { noteNetwork } from "../platform/http/network.ts"

// Lazily loaded parts are compiled first, which takes a busy machine long.
configure({ asyncUtilTimeout: patienceMs })

/** The testing library does this by itself only where the test functions are global. */
afterEach(cleanup)

/** Tests share their modules: a request that failed in one, or after its end, would leave the next without a network. */
beforeEach(() => noteNetwork(true))
