/** Where something to press lies on a sheet, for the arrow keys; see Roving. */
export interface Place {
  tabindex: 0 | -1
  'data-spot': string
  'data-row': number
  'data-column': number
}
