/** This database can't be used by this program: the message is shown without a stack. */
export class DatabaseRefusal extends Error {}
