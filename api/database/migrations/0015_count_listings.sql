-- The home page counts the listings of each subcategory. Plain columns: an index on an expression is not read alone.
create index listings_counted on listings (category_slug, subcategory_slug, location, expires_at);
