/** What only tables with own dice need, where throws are typed: loaded for these alone. */
export { default as Correct } from './Correct.svelte'
export { default as FirstTyped } from './FirstTyped.svelte'
export { default as OwnDice } from './OwnDice.svelte'
