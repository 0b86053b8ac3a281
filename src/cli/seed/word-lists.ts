/** Names for generated records. All brands are invented; any resemblance is accidental. */
function listOf(text: string): readonly string[] {
  return text.trim().split(/\s*[,\n]\s*/);
}

export const BRANDS = listOf(`
  Alderwick, Amberline, Arctura, Ashgrove, Basalt & Co, Birchfield, Bluemarrow, Bramblewood, Brightwater, Calderon,
  Cedarpoint, Cobaltine, Copperfin, Corvida, Driftmark, Dunmere, Eastmoor, Elderflax, Emberton, Fennimore,
  Fernhollow, Fjellhus, Flintridge, Foxglade, Glasswing, Granthorpe, Greyfinch, Halcyra, Harborne, Hazelmoor,
  Ironvale, Juniper Row, Kestrelle, Kinfolk & Pine, Larkmere, Lindenau, Lowtide, Marlowe, Meadowlark, Mistral Works,
  Monteverre, Norvane, Oakhurst, Orrery, Palisade, Pebblestone, Quillmark, Ravensby, Redcliff, Rivermoss,
  Rowan & Reed, Saltmarsh, Silverbirch, Solstead, Stonefern, Sundial, Tamarack, Thistledown, Tidewell, Umberly,
  Valecrest, Verdane, Wexcombe, Willowmere, Wolfram, Yarrow, Zellwood, Éclat, Ørsted Nord, Señal`);

/** Adjectives that fit every product. */
export const ADJECTIVES = listOf(`
  Classic, Deluxe, Essential, Everyday, Heritage, Modern, Original, Premium, Professional, Select, Signature, Studio,
  Advanced, Basic, Artisan, Core, Elite, Traditional, Reliable, Custom`);

export const COLORS = listOf(`
  Black, White, Graphite, Navy, Sky blue, Forest green, Sage, Sand, Ivory, Burgundy, Coral, Mustard, Lavender, Walnut,
  Silver, Rose gold`);

export const OPENERS = listOf(`
  The Silent, The Last, A Brief, Notes on a, The Hidden, Beyond the, The Glass, Letters from the, A History of the,
  Return to the, The Winter, The Art of the, Below the, The Unfinished, Seven Days in the, Songs of the`);

export const SUBJECTS = listOf(`
  Harbor, Orchard, Lighthouse, Atlas, Garden, Railway, Mountain, Kitchen, Ocean, Archive, Frontier, Workshop, Island,
  Cathedral, Meadow, Signal, Labyrinth, Expedition, Observatory, River`);

export const AUTHORS = listOf(`
  Ines Okafor, Tomas Lindqvist, Mara Whitcombe, Rafael Duarte, Yuki Tanabe, Edith Marsh, Omar Haddad, Greta Solberg,
  Noor Rahmani, Callum Reid, Lucía Benítez, Pavel Horák, Amara Diallo, Siobhán Keane, Henrik Voss, Chloé Martin`);

export const SHOP_NAMES = listOf(`
  Bright, North, Copper, Lake, Sierra, Gem, Hudson, Circuit, Sunflower, Blue Door, Evergreen, Twin Peaks, Old Mill,
  Harvest, Seabright, Iron Bridge, Quick, Corner, Union, Prairie, Summit, Golden, Maple, Harbor, Market Street, Pine`);

export const SHOP_KINDS = listOf(`
  Supply, Trading, Outlet, Depot, Goods, Store, Direct, Deals, Warehouse, & Sons, Mercantile, Bazaar, Collective, Online`);

export const STATES = listOf(`
  CA, TX, FL, NY, NJ, PA, IL, OH, GA, WA, NC, MI, AZ, TN, VA, MA, CO, MN, NV, OR, UT, KY, WI, MO`);

export const FS_STATES = listOf('KY, TX, CA, PA, IN, AZ, NJ, WA');

/** Condition notes by sub-condition. */
export const NOTES: Readonly<Record<string, readonly string[]>> = {
  Mint: ['Opened but never used.', 'As good as new, with all parts.'],
  VeryGood: ['Hardly any signs of use.', 'Cleaned and tested.'],
  Good: ['Normal signs of use.', 'Works well, small scratches.'],
  Acceptable: ['Clearly used but complete.', 'Worn edges.'],
  Poor: ['Heavily used, for parts or repair.'],
  Refurbished: ['Tested and cleaned by us.', 'New battery, small marks.'],
  RefurbishedWarranty: ['With a one-year warranty.', 'Renewed by the maker.'],
};
