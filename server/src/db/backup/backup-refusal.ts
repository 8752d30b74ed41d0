/** A backup, a restore or a move that is not possible; the message is for the person who asked for it. */
export class BackupRefusal extends Error {}
