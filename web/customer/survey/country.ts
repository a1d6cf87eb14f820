import { COUNTRIES, HOME_COUNTRY, OTHER_COUNTRY } from '../../texts/survey-steps.ts';

export interface CountryChoice {
  option: string;
  /** Only with "Anders". */
  other: string;
}

/** The option for the stored value; without one, the home country. */
export function countryChoice(stored: string | null): CountryChoice {
  const name = stored?.trim() || HOME_COUNTRY;
  const listed = COUNTRIES.find((country) => country === name);
  return listed ? { option: listed, other: '' } : { option: OTHER_COUNTRY, other: name };
}

export function countryToStore({ option, other }: CountryChoice) {
  return option === OTHER_COUNTRY ? other.trim() || OTHER_COUNTRY : option;
}
