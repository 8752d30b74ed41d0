import { passwordsWith, type Passwords } from "../security/sign-in/passwords.ts"

/** The product's passwords, hashed with the least work that argon2id takes: tests sign in thousands of times. */
export function testPasswords(pepper: string): Passwords {
  return passwordsWith(pepper, { memoryCost: 8, timeCost: 1 })
}
