-- How many devices a category, a product, a group and a department have, and how often a package was sold, without
-- reading the devices and the bills: every choice of one of them says so, and a large tenant has a hundred thousand.
drop index device_category_of;
create index device_category_of on device (category_id, tenant_id, department_id) where removed_at is null;
create index device_product_of on device (product_id, tenant_id, department_id)
  where removed_at is null and product_id is not null;
-- Of removed devices too: fences and reports ask for the devices of a group as they were.
drop index device_group_of;
create index device_group_of on device (group_id, tenant_id, department_id) include (removed_at);
drop index device_department;
create index device_department on device (department_id, tenant_id) where removed_at is null;
create index bill_sold on bill (package_id, tenant_id) where state = 'paid' and package_id is not null;
