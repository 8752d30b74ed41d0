import { cleanup, configure } from "@testing-library/react"
import { afterEach } from "vitest"
import { patienceMs } from "../../../scripts/patience.ts"

// Lazily loaded parts are compiled first, which takes a busy machine long.
configure({ asyncUtilTimeout: patienceMs })

/** The testing library does this by itself only where the test functions are global. */
afterEach(cleanup)
