// Verifies one password over and over, two at a time as the product does, and prints how many a second.
import { hash, verify } from "@node-rs/argon2"

const seconds = Number(process.argv[2])
const record = await hash("password", { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
const beganMs = performance.now()
let count = 0
async function worker() {
  while (performance.now() - beganMs < seconds * 1000) {
    await verify(record, "password")
    count++
  }
}
await Promise.all([worker(), worker()])
console.log(count / ((performance.now() - beganMs) / 1000))
