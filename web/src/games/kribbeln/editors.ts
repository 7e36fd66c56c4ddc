import type { Editors } from '../editors.ts'
import MyDice from './MyDice.svelte'
import MySheets from './MySheets.svelte'

export default { sheet: MySheets, arrangement: MyDice } satisfies Editors
