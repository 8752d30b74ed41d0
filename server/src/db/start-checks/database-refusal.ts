/** This database and this program don't fit together: told in a sentence, without a stack. */
export class DatabaseRefusal extends Error {}
