/** In the header of every step; separate from the texts of the steps, which are loaded with them. */

/** Of a deal's survey (§2.5). */
export const STEP_NAMES = {
  solar: 'Zonnepanelen',
  modules: 'Batterij',
  distance: 'Plaats',
  contact: 'Gegevens',
  complete: 'Klaar',
} as const;

/** Of /pages, by their names in the URL (§2.3). */
export const PAGE_NAMES = {
  solar_panels: 'Zonnepanelen',
  battery: 'Batterij',
  survey1_battery_box_distance_m: 'Plaats',
  box_pictures: "Foto's",
  Survey_basics: 'Gegevens',
  complete: 'Klaar',
} as const;

export function progressText(step: number, of: number) {
  return `Stap ${step} van ${of}`;
}
