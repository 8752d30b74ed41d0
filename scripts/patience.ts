/**
 * How long a test waits for something before it says that it never came. The tools' standard is a second, which passes
 * on a busy machine while nothing at all happens; what does come is waited for no longer than it takes.
 */
export const patienceMs = 20_000
