import { crystalFacets } from '../../bff/view-models/crystal.ts';
import './crystal.css';

interface CrystalProps {
  /** How many facets it has grown: one per module, or per step. */
  facets: number;
  /** Of how many; those still to come are outlined. */
  of?: number;
  /** In pixels. */
  size?: number;
  /** The last facet landed just now: one short movement. */
  lands?: boolean;
}

const BOX = 48;

/** The salt crystal of the brand. Decoration: the text beside it says what it counts. */
export function Crystal({ facets, of = facets, size = BOX, lands = false }: CrystalProps) {
  return (
    <svg
      className={lands ? 'crystal crystal-lands' : 'crystal'}
      viewBox={`-1 -1 ${BOX + 2} ${BOX + 2}`}
      width={size}
      height={size}
      aria-hidden="true"
    >
      {crystalFacets(Math.max(facets, of), BOX).map(({ path, tone }, index) =>
        index < facets ? (
          // By how many there are: a new one is a new element, and so moves once.
          <path key={path} d={path} fillOpacity={tone} className={index === facets - 1 ? 'crystal-last' : undefined} />
        ) : (
          <path key={path} d={path} className="crystal-to-come" />
        ),
      )}
    </svg>
  );
}
