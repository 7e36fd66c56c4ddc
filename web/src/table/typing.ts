/** Components for tables with own dice only: loaded lazily. */
export { default as Correct } from './Correct.svelte'
export { default as FirstTyped } from './FirstTyped.svelte'
export { default as OwnDice } from './OwnDice.svelte'
