/* The kinds of throw that the Host chooses among, in the order of the bar. */

export const KINDS = ["clash", "test", "opposed", "c10", "c100", "round"];
