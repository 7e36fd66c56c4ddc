import type { Editors } from '../editors.ts'
import MySheets from './MySheets.svelte'

export default { sheet: MySheets } satisfies Editors
